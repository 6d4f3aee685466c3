-- Introspects a token as a backend does: wrk -s introspect.lua URL -- TOKEN BASIC, where BASIC is the base64 of
-- `name:secret`. wrk makes the request once, and sends it as often as it can.
function init(arguments)
   wrk.method = "POST"
   wrk.headers["Authorization"] = "Basic " .. arguments[2]
   wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
   wrk.body = "token=" .. arguments[1]
end

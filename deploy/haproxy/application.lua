-- Calls Latchkey's gate for each request: /etc/haproxy/application.lua, for application.cfg.
--
-- http-request lua.latchkey_gate URL sets txn.latchkey_reason if the gate is closed, and txn.latchkey_user_id and
-- txn.latchkey_email if it is open. It sets none of them without a valid response.
--
-- filter lua.latchkey_trailers returns 400 to requests with trailers.
--
-- http-request lua.latchkey_cookies removes Latchkey's cookies from the request.

-- Milliseconds. HAProxy tries four times.
local timeout = 1500

local function ask(transaction, url)
    local asked = transaction.http:req_get_headers()
    local forwarded = { transaction.sf:src() }
    for _, value in pairs(asked["x-forwarded-for"] or {}) do
        table.insert(forwarded, 1, value)
    end
    local headers = {
        ["host"] = asked["host"],
        -- Not the application's Authorization, which would precede the cookie.
        ["cookie"] = asked["cookie"],
        -- The origin of the request: only user activity counts.
        ["sec-fetch-dest"] = asked["sec-fetch-dest"],
        ["sec-fetch-mode"] = asked["sec-fetch-mode"],
        ["sec-fetch-site"] = asked["sec-fetch-site"],
        ["sec-fetch-user"] = asked["sec-fetch-user"],
        ["sec-purpose"] = asked["sec-purpose"],
        ["sec-websocket-version"] = asked["sec-websocket-version"],
        ["x-forwarded-for"] = { table.concat(forwarded, ", ") },
    }
    return core.httpclient():get({ url = url, headers = headers, timeout = timeout })
end

core.register_action("latchkey_gate", { "http-req" }, function(transaction, url)
    local response = ask(transaction, url)
    local function keep(name, header)
        local values = response.headers and response.headers[header]
        if values then
            transaction:set_var("txn.latchkey_" .. name, values[0])
        end
    end
    if response.status == 204 then
        keep("user_id", "x-latchkey-user-id")
        keep("email", "x-latchkey-email")
    elseif response.status == 401 then
        keep("reason", "x-latchkey-reason")
    end
end, 1)

-- Returns nil if there is nothing else.
local function without_ours(cookies)
    local kept = {}
    for cookie in cookies:gmatch("[^;]+") do
        if not cookie:find("^[ \t]*__Host%-latchkey") then
            kept[#kept + 1] = cookie:match("^[ \t]*(.*)$")
        end
    end
    return #kept > 0 and table.concat(kept, "; ") or nil
end

core.register_action("latchkey_cookies", { "http-req" }, function(transaction)
    local http = transaction.http
    local lines = http:req_get_headers()["cookie"]
    if not lines then
        return
    end
    http:req_del_header("cookie")
    for line = 0, #lines do
        local kept = lines[line] and without_ours(lines[line])
        if kept then
            http:req_add_header("cookie", kept)
        end
    end
end)

local trailers = { id = "latchkey_trailers", flags = filter.FLT_CFG_FL_HTX }
trailers.__index = trailers

function trailers:new()
    return setmetatable({}, self)
end

-- Only a body without a length can have trailers.
function trailers:http_headers(_, message)
    if not message:is_resp() and not message:get_headers()["content-length"] then
        filter.register_data_filter(self, message.channel)
    end
    return filter.CONTINUE
end

-- HAProxy counts the end of the body as one byte. Only an error ends the request here.
function trailers:http_payload(_, message)
    if message:input() > #(message:body() or "") + 1 then
        error("a request has trailers", 0)
    end
end

core.register_filter("latchkey_trailers", trailers, function(instance)
    return instance
end)

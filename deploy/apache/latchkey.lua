-- Calls Latchkey's gate for each request: /etc/apache2/latchkey.lua, for latchkey.conf.
require "apache2"
local socket = require "socket.http"

local latchkey = "http://127.0.0.1:8080/"
-- For a sensitive application, require a passcode of the last five minutes: "api/auth/gate?max_age=300".
local gate = latchkey .. "api/auth/gate"
local pages = {
    ["locked"] = "/lock?next=",
    ["passcode-required"] = "/set-passcode?next=",
    ["passcode-too-old"] = "/lock?again&next=",
}

-- Seconds.
socket.TIMEOUT = 5

-- Returns the status of the gate's response, or nil, and its headers.
local function ask(request)
    local asked = request.headers_in
    local forwarded = asked["X-Forwarded-For"]
    -- Not the application's Authorization, which would precede the cookie.
    local _, status, headers = socket.request({
        url = gate,
        redirect = false,
        headers = {
            ["Host"] = asked["Host"],
            ["Cookie"] = asked["Cookie"],
            -- The origin of the request: only user activity counts.
            ["Sec-Fetch-Dest"] = asked["Sec-Fetch-Dest"],
            ["Sec-Fetch-Mode"] = asked["Sec-Fetch-Mode"],
            ["Sec-Fetch-Site"] = asked["Sec-Fetch-Site"],
            ["Sec-Fetch-User"] = asked["Sec-Fetch-User"],
            ["Sec-Purpose"] = asked["Sec-Purpose"],
            ["Sec-WebSocket-Version"] = asked["Sec-WebSocket-Version"],
            ["X-Forwarded-For"] = (forwarded and forwarded .. ", " or "") .. request.useragent_ip,
        },
    })
    return status, headers
end

-- Whether a user opens a page, rather than a script: by Sec-Fetch-Mode, or without it by Accept.
local function is_navigation(headers)
    local mode, accept = headers["Sec-Fetch-Mode"], headers["Accept"]
    return mode == "navigate" or (not mode and accept and accept:find("text/html", 1, true) ~= nil)
end

local function respond(request, status, text, content_type)
    request.status = status
    request.content_type = content_type or "application/problem+json"
    request:puts(text)
    return apache2.DONE
end

-- A form submission. A redirect would lose its body; the browser keeps it for a reload. The script translates it.
local form = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    .. '<title>Not sent</title><h1>Your form was not sent</h1><p>The application is locked. '
    .. '<a href="PAGE" target="_blank">Unlock it in a new tab</a>, then reload this page to send the form again.</p>'
    .. '<p>If this page returns, the application accepts no forms from the site that you came from.</p>'
    .. '<script src="/assets/unsent.js"></script>'

local function refuse(request, reason)
    local page = pages[reason] or "/sign-in?next="
    local navigates = is_navigation(request.headers_in)
    if navigates and (request.method == "GET" or request.method == "HEAD") then
        -- Latchkey rejects longer ones.
        local next = #request.unparsed_uri <= 8000 and request.unparsed_uri or ""
        request.err_headers_out["Location"] = page .. next
        return 303
    end
    request.err_headers_out["X-Latchkey-Reason"] = reason
    if navigates then
        return respond(request, 401, (form:gsub("PAGE", page)), "text/html; charset=utf-8")
    end
    -- A script would mistake the lock page for data.
    local detail = '"detail":"Rejected by the application lock: ' .. reason .. '."'
    return respond(
        request, 401, '{"type":"/problems/unauthenticated","title":"Not let through","status":401,' .. detail .. "}")
end

-- Keeps Latchkey's cookies from the application and its logs.
local function without_ours(cookies)
    local kept = {}
    for cookie in cookies:gmatch("[^;]+") do
        if not cookie:find("^[ \t]*__Host%-latchkey") then
            kept[#kept + 1] = cookie:match("^[ \t]*(.*)$")
        end
    end
    return #kept > 0 and table.concat(kept, "; ") or nil
end

local function pass(request, user, email)
    local headers = request.headers_in
    -- Removes headers by which a client could pose as a user, also with underscores.
    for name in pairs(request:headers_in_table()) do
        if name:lower():find("^x[-_]latchkey") then
            headers[name] = nil
        end
    end
    -- A WebSocket is checked like other requests. Any other upgrade, such as h2c, would bypass the gate. Connection is
    -- replaced: a client could otherwise name headers in it that are then dropped.
    local upgrade = (headers["Upgrade"] or ""):lower() == "websocket" and "websocket" or nil
    local connection = (headers["Connection"] or ""):lower()
    headers["Upgrade"] = upgrade
    headers["Connection"] = upgrade and "upgrade" or (connection:find("close", 1, true) and "close" or nil)
    headers["HTTP2-Settings"] = nil
    if headers["Cookie"] then
        headers["Cookie"] = without_ours(headers["Cookie"])
    end
    headers["X-Latchkey-User-Id"] = user
    headers["X-Latchkey-Email"] = email
    return apache2.DECLINED
end

function check(request)
    -- Backends call the server directly.
    if request.uri:find("^/+api/+auth/+introspect") then
        return 404
    end
    -- A tunnel would bypass the gate.
    if request.method == "CONNECT" then
        return 405
    end
    -- ProxyPass forwards Latchkey's own requests.
    if request.filename and request.filename:sub(1, #latchkey + 6) == "proxy:" .. latchkey then
        return apache2.DECLINED
    end
    local status, headers = ask(request)
    if status == 204 and headers["x-latchkey-user-id"] and headers["x-latchkey-email"] then
        return pass(request, headers["x-latchkey-user-id"], headers["x-latchkey-email"])
    end
    request.err_headers_out["Cache-Control"] = "no-store"
    if status == 401 and headers["x-latchkey-reason"] then
        return refuse(request, headers["x-latchkey-reason"])
    end
    -- Without a response of the gate, no request passes.
    return respond(
        request, 503, '{"type":"/problems/temporarily-unavailable","title":"Temporarily unavailable","status":503}')
end

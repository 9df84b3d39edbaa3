// The exports of node's modules that alcove uses. They are required, because an `import` reads all exports of such a
// module and keeps a second list of them. For `node:http`, an `import` also loads a WebSocket client. It takes 1.5 MB
// of heap on node 24, and 1.75 on node 26. Tracers (such as OpenTelemetry and Datadog) patch node's servers when a
// program requires them. An import would miss the patch, and requests would have no server span.

import hooks = require('node:async_hooks')
import channels = require('node:diagnostics_channel')
import events = require('node:events')
import fs = require('node:fs')
import http = require('node:http')
import net = require('node:net')
import os = require('node:os')
import stream = require('node:stream')
import url = require('node:url')
import util = require('node:util')
export import nodeTimers = require('node:timers')

export import AsyncLocalStorage = hooks.AsyncLocalStorage
export import AsyncResource = hooks.AsyncResource
export import executionAsyncResource = hooks.executionAsyncResource
export import channel = channels.channel
export import tracingChannel = channels.tracingChannel
export import EventEmitter = events.EventEmitter
export import readFileSync = fs.readFileSync
export import nodeHttp = http
export import IncomingMessage = http.IncomingMessage
export import METHODS = http.METHODS
export import ServerResponse = http.ServerResponse
export import STATUS_CODES = http.STATUS_CODES
export import validateHeaderName = http.validateHeaderName
export import validateHeaderValue = http.validateHeaderValue
export import NetServer = net.Server
export import isIP = net.isIP
export import isIPv6 = net.isIPv6
export import osConstants = os.constants
export import networkInterfaces = os.networkInterfaces
export import Duplex = stream.Duplex
export import finished = stream.finished
export import Readable = stream.Readable
export import Writable = stream.Writable
export import fileURLToPath = url.fileURLToPath
export import pathToFileURL = url.pathToFileURL
export import inspect = util.inspect
export import isDeepStrictEqual = util.isDeepStrictEqual
export import stripVTControlCharacters = util.stripVTControlCharacters
export import isPromise = util.types.isPromise
export import isProxy = util.types.isProxy

// Loaded when they are needed.
export const nodeDns = (): typeof import('node:dns/promises') => require('node:dns/promises')
export const nodeHttps = (): typeof import('node:https') => require('node:https')
export const nodeHttp2 = (): typeof import('node:http2') => require('node:http2')
export const nodeModule = (): typeof import('node:module') => require('node:module')

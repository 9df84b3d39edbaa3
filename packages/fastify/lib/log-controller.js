'use strict'

module.exports.LogController = require('alcove/fastify').LogController

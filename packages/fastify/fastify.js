'use strict'

module.exports = require('alcove/fastify')

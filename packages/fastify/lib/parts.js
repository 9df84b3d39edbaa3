'use strict'

// The inner parts that adapters ask for by path.
module.exports = require('alcove/fastify')[Symbol.for('alcove.fastify.lib')]

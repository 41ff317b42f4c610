'use strict'
// Threads that step back for all others get no processor at all beside a busy suite.
const os = require('node:os')
const { syncBuiltinESMExports } = require('node:module')

os.setPriority = () => undefined
syncBuiltinESMExports()

#!/usr/local/bin/node
import { connect } from 'node:net'

/** Whether a PostgreSQL accepts connections. It answers a request for TLS with yes or no. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const WAIT_MS_MAX = 2_000

const socket = connect(5432, '127.0.0.1', () => socket.write(SSL_REQUEST))
socket.once('data', () => process.exit(0))
for (const event of ['error', 'close', 'timeout']) socket.once(event, () => process.exit(2))
socket.setTimeout(WAIT_MS_MAX)

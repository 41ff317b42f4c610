import type { AddressInfo } from 'node:net'
import express from 'express'

const app = express()
app.use(express.json())
app.post('/api/public/track/:profileId', (_request, response) => {
  response.status(202).end()
})
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))

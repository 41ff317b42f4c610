// Plain JavaScript because a worker is loaded by path, in the bundle as in tests.
import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

parentPort?.on('message', async ({ id, work, password, hash, cost }) => {
  try {
    const result = work === 'hash' ? await bcrypt.hash(password, cost) : await bcrypt.compare(password, hash)
    parentPort?.postMessage({ id, result })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})

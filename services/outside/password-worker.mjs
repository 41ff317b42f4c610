// Plain JavaScript because a worker is loaded by path, in the bundle as in tests.
import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

// One after the other: together, the first to come would wait for the last.
parentPort?.on('message', ({ id, work, password, hash, cost }) => {
  try {
    const result = work === 'hash' ? bcrypt.hashSync(password, cost) : bcrypt.compareSync(password, hash)
    parentPort?.postMessage({ id, result })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})

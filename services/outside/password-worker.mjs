// Plain JavaScript because a worker is loaded by path, in the bundle as in tests.
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

// Linux alone counts niceness by the thread: elsewhere the whole product would step back.
if (process.platform === 'linux') {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // Where it is not allowed, passwords take their turn like all else.
  }
}

// One after the other: together, the first to come would wait for the last.
parentPort?.on('message', ({ id, work, password, hash, cost }) => {
  try {
    const result = work === 'hash' ? bcrypt.hashSync(password, cost) : bcrypt.compareSync(password, hash)
    parentPort?.postMessage({ id, result })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})

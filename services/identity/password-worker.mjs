// Plain JavaScript because a worker is loaded by path, in the bundle as in tests.
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

// Linux alone counts niceness by the thread: elsewhere the whole product would step back.
if (process.platform === 'linux' && workerData.stepsBack) {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // Where it is not allowed, passwords take their turn like all else.
  }
}

/**
 * Passwords that guessers try first, in lower case. Loaded when a password is first set.
 * @type {Promise<ReadonlySet<string>> | undefined}
 */
let common

/** @param {string} password */
async function isCommon(password) {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  const lower = password.toLowerCase()
  const withoutMarks = lower.replaceAll(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
  const known = await common
  return known.has(lower) || known.has(withoutMarks)
}

/** @param {{ work: string, password: string, hash: string, cost: number }} asked */
function resultOf({ work, password, hash, cost }) {
  if (work === 'is-common') return isCommon(password)
  return work === 'hash' ? bcrypt.hashSync(password, cost) : bcrypt.compareSync(password, hash)
}

// One after the other: together, the first to come would wait for the last.
parentPort?.on('message', async ({ id, ...asked }) => {
  try {
    const result = await resultOf(asked)
    parentPort?.postMessage({ id, result })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})

// Plain JavaScript, because a worker is loaded by path even in the bundle.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

// At 19, the lowest, a login takes over 20 s beside six busy processes on two cores.
const PRIORITY = 10

// Only Linux sets the priority by thread; elsewhere it would be the whole process's.
if (process.platform === 'linux' && workerData.stepsBack) {
  try {
    setPriority(PRIORITY)
  } catch {
    // Without the right to do so the priority stays.
  }
}

/** In lower case; loaded at its first use. @type {Promise<ReadonlySet<string>> | undefined} */
let common

/** @param {string} password */
async function isCommon(password) {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  const lower = password.toLowerCase()
  const withoutMarks = lower.replaceAll(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
  const passwords = await common
  return passwords.has(lower) || passwords.has(withoutMarks)
}

/** @param {{ work: string, password: string, hash: string, cost: number }} wanted */
function resultOf({ work, password, hash, cost }) {
  if (work === 'is-common') return isCommon(password)
  return work === 'hash' ? bcrypt.hashSync(password, cost) : bcrypt.compareSync(password, hash)
}

parentPort?.on('message', async (wanted) => {
  try {
    parentPort?.postMessage({ result: await resultOf(wanted) })
  } catch (error) {
    parentPort?.postMessage({ error: String(error) })
  }
})

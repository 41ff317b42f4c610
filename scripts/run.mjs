import { spawn } from 'node:child_process'

/**
 * A failure's error contains the program's output. @param {string} file @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options @returns {Promise<void>}
 */
export function runQuietly(file, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const chunks = []
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(Buffer.concat(chunks).toString('utf8').trim()))
    })
  })
}

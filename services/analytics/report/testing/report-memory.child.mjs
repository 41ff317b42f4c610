// Plain JavaScript, so that the worker does not inherit a TypeScript loader and its memory is that of the product.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { register } from 'tsx/esm/api'

register()
const { createReports } = await import('../reports.ts')
const { busyAnalytics, materialOf } = await import('./sample-material.ts')
const megabytes = (/** @type {string} */ what) =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024

const alive = setInterval(() => undefined, 1_000)
const idle = megabytes('VmRSS')
const reports = createReports({ worker: pathToFileURL(String(process.argv[2])) })
const bytes = await reports.make(materialOf(busyAnalytics('12m', 200)), new AbortController().signal)
console.log(JSON.stringify({ bytes: bytes.length, idle, grown: megabytes('VmHWM') - idle }))
clearInterval(alive)

// Checks an export of the log, or an expediente, without us and without packages:
// node check-log.mjs FILE PUBLIC-KEY.pem [HEAD.json that was kept elsewhere]. Its format: docs/signed-log.md.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'

const [, , name, keyFile, outsideFile] = process.argv
const key = createPublicKey(readFileSync(keyFile))
const parsed = outsideFile && JSON.parse(readFileSync(outsideFile, 'utf8'))
const sha256 = (data) => createHash('sha256').update(data).digest()
const isSigned = (text, by) => verify(null, Buffer.from(text), key, Buffer.from(by, 'base64'))
const textOf = ({ log, size, previous, day, block, at }) =>
  ['log head v1', log, size, previous, day, block, at, ''].join('\n')
const outside = parsed && textOf(parsed.head ?? parsed)

const [digest, revisions] = [createHash('sha256'), new Map()]
let [line, checked, before, leaves, events] = [0, 0, undefined, undefined, []]
let [isWhole, hasOutside, isEnded] = [true, !outside, false]

function fail(what, at = line) {
  console.log(`NO: line ${at}: ${what}`)
  process.exit(1)
}

function readEvent(text) {
  const { stream, revision } = JSON.parse(text)
  if (BigInt(revision) !== (revisions.get(stream) ?? -1n) + 1n)
    fail('the event before it in its stream is missing')
  revisions.set(stream, BigInt(revision))
  events.push({ hash: sha256(text), line })
}

function readHead(head) {
  if (!isSigned(textOf(head), head.signature)) fail('the head is not signed by this key')
  if (before && ![head.previous, head.day].includes(before.hash))
    fail('the head does not follow the one before it')
  if (leaves && sha256(leaves).toString('hex') !== head.block)
    fail('these are not the hashes that were signed')
  let place = 0
  for (const event of events) {
    while (leaves && place < leaves.length && !event.hash.equals(leaves.subarray(place, place + 32)))
      place += 32
    if (!leaves || place >= leaves.length) fail('the event is not the one that was signed', event.line)
    place += 32
  }
  checked += events.length
  if (isWhole && checked !== head.size) fail('events of it are missing')
  if (textOf(head) === outside) hasOutside = true
  before = { hash: sha256(textOf(head)).toString('hex'), size: head.size }
  ;[events, leaves] = [[], undefined]
}

function read(text) {
  line += 1
  if (isEnded) fail('it stands behind the end')
  const entry = JSON.parse(Buffer.from(text, 'latin1'))
  if (entry.end !== undefined) {
    isEnded = true
    const same =
      digest.digest('hex') === entry.end && isSigned(`log file v1\n${entry.end}\n`, entry.signature)
    if (!same) fail('lines before it were changed, added or removed')
    return
  }
  digest.update(`${text}\n`, 'latin1')
  if (entry.about !== undefined) isWhole = entry.about.streams === undefined
  if (entry.event !== undefined) readEvent(entry.event)
  if (entry.leaves !== undefined) leaves = Buffer.from(entry.leaves, 'base64')
  if (entry.head !== undefined) readHead(entry.head)
}

let rest = ''
try {
  for await (const chunk of createReadStream(name, 'latin1')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    lines.forEach(read)
  }
} catch (error) {
  fail(`it cannot be read (${error.message})`)
}
if (!isEnded || rest !== '') fail('the file was cut off', line + 1)
if (!hasOutside) fail('the head that was kept elsewhere is not in this file')
const unsigned = events.length === 0 ? '' : `; ${events.length} not signed yet`
console.log(`YES: ${checked} of ${before?.size ?? 0} signed events, each as it was signed${unsigned}`)

// Checks an expediente without a network and without any package: node check-expediente.mjs FILE [VERIFIER-KEY]
// With the verifier key from the log's public page nobody can have made the file but the log. Without it the file's own
// key is taken: then it is only whole. Ends with 1 and names each line that does not fit. A file may be of any size: it
// is read line by line.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'

const LINE_BYTES_MAX = 4 * 1024 * 1024
const FAULTS_MAX = 100
const VERSION = 2

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const hex = (text) => sha256(text).toString('hex')

/** The text of a signed note, once the key has signed it. */
function openNote(note, vkey) {
  const [name, id, ...rest] = vkey.split('+')
  const key = Buffer.from(rest.join('+'), 'base64')
  const x = key.subarray(1).toString('base64url')
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  for (const line of note.slice(end + 2).split('\n')) {
    const [dash, signedBy, encoded = ''] = line.split(' ')
    const bytes = Buffer.from(encoded, 'base64')
    if (dash !== '—' || signedBy !== name || bytes.toString('hex', 0, 4) !== id) continue
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    if (verify(null, Buffer.from(text), publicKey, bytes.subarray(4))) return text
  }
  throw new Error('the key has not signed it')
}

/** The events of a file have one checkpoint: it is opened once. */
let opened = {}
function openCheckpoint(note, vkey) {
  if (opened.note !== note || opened.vkey !== vkey) opened = { note, vkey, text: openNote(note, vkey) }
  return opened.text
}

/** The root that an inclusion proof leads to (RFC 6962, 2.1.1). */
function rootOf(leaf, index, size, hashes) {
  if (!(index < size && size < 2 ** 53)) throw new Error('the proof is of no place in the log')
  let [node, last, root] = [index, size - 1, sha256(Buffer.of(0), leaf)]
  for (const sibling of hashes) {
    if (last === 0) throw new Error('the proof is too long')
    const isRight = node % 2 === 1
    if (isRight || node === last) {
      root = sha256(Buffer.of(1), sibling, root)
      for (; !isRight && node % 2 === 0 && node !== 0; node /= 2) last = Math.floor(last / 2)
    } else root = sha256(Buffer.of(1), root, sibling)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  if (last !== 0) throw new Error('the proof is too short')
  return root
}

function checkProof({ leaf, proof }, vkey) {
  const end = proof.indexOf('\n\n')
  const [version, index, ...hashes] = proof.slice(0, end).split('\n')
  if (version !== 'c2sp.org/tlog-proof@v1' || !/^index \d{1,16}$/.test(index))
    throw new Error('it has no proof')
  const [origin, size, root] = openCheckpoint(proof.slice(end + 2), vkey).split('\n')
  if (origin !== vkey.split('+')[0]) throw new Error('its checkpoint is of another log')
  const bytes = hashes.map((hash) => Buffer.from(hash, 'base64'))
  const proved = rootOf(Buffer.from(leaf), Number(index.slice(6)), Number(size), bytes)
  if (proved.toString('base64') !== root) throw new Error('the event is not the one that was sealed')
}

/** Lines as bytes, without their newline; what stands behind the last newline comes as `rest`. */
async function* linesOf(file) {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(file)) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield { line: Buffer.concat([rest, chunk.subarray(from, end)]) }
      rest = Buffer.alloc(0)
      from = end + 1
    }
    rest = Buffer.concat([rest, chunk.subarray(from)])
    if (rest.length > LINE_BYTES_MAX) return yield { rest }
  }
  if (rest.length > 0) yield { rest }
}

/** What was read so far of a file. */
const begun = (vkey) => ({ vkey, ends: new Map(), lines: 0, isEnded: false })

function readHead(file, { expediente: version, vkey, streams }) {
  if (version !== VERSION) throw new Error('it is no expediente, or of another version')
  Object.assign(file, { vkey: file.vkey ?? vkey, streams })
}

function readEvent(file, content) {
  const { stream, revision } = JSON.parse(content.leaf)
  if (file.streams?.includes(stream) === false) throw new Error('it is of another stream')
  const before = file.ends.get(stream)
  file.ends.set(stream, revision)
  checkProof(content, file.vkey)
  if (before !== undefined && BigInt(revision) !== BigInt(before) + 1n)
    throw new Error('the event of its stream that comes before it is not there')
}

/** The last line: how many events there are, of which streams up to which revision. */
function readEnd(file, signature) {
  const [, format, count, digest, ...ends] = openNote(signature, file.vkey).split('\n').slice(0, -1)
  if (format !== `expediente ${VERSION}`) throw new Error('it is signed as something else')
  const [has, signed] = [file.lines - 1, Number(count)]
  if (has < signed) throw new Error(`the file was cut off: it has ${has} of its ${signed} events`)
  const isSame = digest === file.digest && has === signed
  const reached = [...file.ends].map(([stream, revision]) => `${stream} ${revision}`)
  if (!isSame || ends.toSorted().join() !== reached.toSorted().join())
    throw new Error('lines before it were changed, added or removed')
}

function readLine(file, bytes) {
  const text = bytes.toString()
  try {
    if (file.isEnded) throw new Error('it stands behind the end of the file')
    const { line, sha256: said } = JSON.parse(text)
    // Some changed bytes decode to the same text, because each that is no UTF-8 becomes U+FFFD.
    if (hex(line) !== said || !Buffer.from(JSON.stringify({ line, sha256: said })).equals(bytes))
      throw new Error('a byte of it was changed')
    const content = JSON.parse(line)
    if (file.lines === 0) readHead(file, content)
    else if (content.signature === undefined) readEvent(file, content)
    else {
      file.isEnded = true
      readEnd(file, content.signature)
    }
  } finally {
    file.lines += 1
    file.digest = file.digest === undefined ? hex(`${text}\n`) : hex(file.digest + hex(`${text}\n`))
  }
}

const [, , name, givenKey] = process.argv
if (name === undefined) throw new Error('Name the file: node check-expediente.mjs FILE [VERIFIER-KEY]')
const file = begun(givenKey)
let faults = 0
const fault = (line, message) => {
  if ((faults += 1) <= FAULTS_MAX) console.log(`line ${line}: ${message}`)
  else if (faults === FAULTS_MAX + 1) console.log('… and more lines')
}
for await (const { line } of linesOf(name)) {
  if (line === undefined) file.isEnded = false
  else
    try {
      readLine(file, line)
    } catch (error) {
      fault(file.lines, error.message)
    }
}
if (!file.isEnded)
  fault(file.lines + 1, 'the file was cut off: its last line, which says how many events it has, is missing')
if (faults === 0)
  console.log(
    `${file.lines - 2} events, each as it was sealed${givenKey ? '' : ', by the key that the file names'}.`,
  )
process.exitCode = faults === 0 ? 0 : 1

// An example of a second party that watches a log: a witness as https://c2sp.org/tlog-witness has it, without packages.
//
//   node witness.mjs NAME STATE-FOLDER PORT LOG-KEY [LOG-KEY …]
//
// NAME is its key's name, such as testigo.example; LOG-KEY is what a log publishes. It makes its own key at the first
// start and prints its public half. It signs a checkpoint only if the log has signed it, and if it continues the last one
// that it signed for that log: a log that takes something back gets no further signature.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const BODY_BYTES_MAX = 64 * 1024
const PROOF_HASHES_MAX = 63
const COSIGNATURE = Buffer.of(4)
const HASH_BYTES = 32

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const nodeHash = (left, right) => sha256(Buffer.of(1), left, right)
const publicKeyOf = (raw) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' })
const keyId = (name, key) => sha256(`${name}\n`, key).subarray(0, 4)

/** A request that is answered with a status, and nothing is signed. */
class Refused extends Error {
  constructor(status, message, type = 'text/plain; charset=utf-8') {
    super(message)
    Object.assign(this, { status, type })
  }
}

function logOf(vkey) {
  const [name, id, ...rest] = vkey.split('+')
  const key = Buffer.from(rest.join('+'), 'base64')
  if (key[0] !== 1 || key.length !== 33 || keyId(name, key).toString('hex') !== id)
    throw new Error(`no key of a log: ${vkey}`)
  return { name, id, publicKey: publicKeyOf(key.subarray(1)) }
}

/** Written whole, or not at all, and on the disk before anything is signed. */
function write(file, text) {
  const handle = openSync(`${file}.new`, 'w', 0o600)
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(`${file}.new`, file)
}

function ownKey(name, folder) {
  const file = join(folder, 'witness-key.pem')
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    write(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  }
  const privateKey = createPrivateKey(readFileSync(file))
  const raw = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x, 'base64url')
  const key = Buffer.concat([COSIGNATURE, raw])
  const id = keyId(name, key)
  return { privateKey, id, vkey: `${name}+${id.toString('hex')}+${key.toString('base64')}` }
}

function parse(body) {
  const [head, ...rest] = body.split('\n\n')
  const [first, ...proof] = head.split('\n')
  const note = rest.join('\n\n')
  const [, old] = /^old (0|[1-9]\d{0,15})$/.exec(first) ?? []
  const hashes = proof.map((line) => Buffer.from(line, 'base64'))
  const text = `${note.slice(0, note.lastIndexOf('\n\n'))}\n`
  const [origin, size, encoded] = text.split('\n')
  const root = Buffer.from(encoded ?? '', 'base64')
  const isSize = /^(?:0|[1-9]\d{0,15})$/.test(size) && Number.isSafeInteger(Number(size))
  const isWhole =
    old !== undefined && isSize && root.length === HASH_BYTES && root.toString('base64') === encoded
  if (!isWhole || hashes.length > PROOF_HASHES_MAX || hashes.some(({ length }) => length !== HASH_BYTES))
    throw new Refused(400, 'no add-checkpoint request')
  const signatures = note
    .slice(text.length + 1)
    .split('\n')
    .filter(Boolean)
  return { old: Number(old), hashes, text, origin, head: { size: Number(size), root }, signatures }
}

function isSignedBy({ name, id, publicKey }, { text, signatures }) {
  const own = signatures.map((line) => line.split(' ')).filter(([dash, by]) => dash === '—' && by === name)
  const bytes = own.map(([, , encoded]) => Buffer.from(encoded ?? '', 'base64'))
  const ofKey = bytes.filter((signature) => signature.toString('hex', 0, 4) === id)
  return ofKey.length > 0 && ofKey.every((one) => verify(null, Buffer.from(text), publicKey, one.subarray(4)))
}

/** Whether a proof shows that the first tree is the beginning of the second (RFC 6962, 2.1.2). */
function isConsistent(first, second, proof) {
  if (first.size === 0) return proof.length === 0
  if (first.size === second.size) return proof.length === 0 && first.root.equals(second.root)
  let [node, last] = [first.size - 1, second.size - 1]
  for (; node % 2 === 1; node = Math.floor(node / 2)) last = Math.floor(last / 2)
  const rest = node === 0 ? [first.root, ...proof] : [...proof]
  let before = rest.shift()
  let after = before
  if (before === undefined) return false
  for (const sibling of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      ;[before, after] = [nodeHash(sibling, before), nodeHash(sibling, after)]
      for (; node % 2 === 0 && node !== 0; node /= 2) last = Math.floor(last / 2)
    } else after = nodeHash(after, sibling)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 && before.equals(first.root) && after.equals(second.root)
}

/** Synchronous from the look at the last checkpoint to the new one on the disk, so that no two requests mix. */
function cosign({ name, key, logs, folder }, body) {
  const request = parse(body)
  const log = logs.find((known) => known.name === request.origin)
  if (log === undefined) throw new Refused(404, 'an unknown log')
  if (!isSignedBy(log, request)) throw new Refused(403, 'not signed by its log')
  if (request.old > request.head.size) throw new Refused(400, 'the old size is the larger one')
  const file = join(folder, `${sha256(log.name).toString('hex')}.json`)
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { size: 0, root: '' }
  if (known.size !== request.old) throw new Refused(409, `${known.size}\n`, 'text/x.tlog.size')
  const isEmpty = request.head.size === 0
  if (isEmpty && !request.head.root.equals(sha256())) throw new Refused(422, 'not the root of an empty tree')
  const first = { size: known.size, root: Buffer.from(known.root, 'base64') }
  if (!isConsistent(first, request.head, request.hashes))
    throw new Refused(422, 'it does not continue the last one')
  write(file, JSON.stringify({ size: request.head.size, root: request.head.root.toString('base64') }))
  const seconds = BigInt(Math.floor(Date.now() / 1_000))
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(seconds)
  const signed = `cosignature/v1\ntime ${seconds}\n${request.text}`
  const signature = sign(null, Buffer.from(signed), key.privateKey)
  return `— ${name} ${Buffer.concat([key.id, time, signature]).toString('base64')}\n`
}

async function bodyOf(request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) throw new Refused(413, 'too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const [, , name, folder, port, ...keys] = process.argv
mkdirSync(folder, { recursive: true, mode: 0o700 })
const witness = { name, folder, key: ownKey(name, folder), logs: keys.map(logOf) }
const server = createServer((request, response) => {
  const answer = (status, text, type = 'text/plain; charset=utf-8') =>
    response.writeHead(status, { 'Content-Type': type }).end(text)
  if (request.method !== 'POST' || request.url !== '/add-checkpoint') return answer(404, 'not found\n')
  bodyOf(request)
    .then((body) => answer(200, cosign(witness, body)))
    .catch((error) => answer(error.status ?? 500, error.message, error.type))
})
server.listen(Number(port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/add-checkpoint`)
  console.log(witness.key.vkey)
})
process.on('SIGTERM', () => server.close(() => process.exit(0)))

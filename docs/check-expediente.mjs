// Checks an expediente without a network and without any package: node check-expediente.mjs FILE [VERIFIER-KEY]
// With the verifier key from the log's public page nobody can have made the file but the log. Without it the file's own
// key is taken: then it is only whole. Ends with 1 and names each line that does not fit.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

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
  const [origin, size, root] = openNote(proof.slice(end + 2), vkey).split('\n')
  if (origin !== vkey.split('+')[0]) throw new Error('its checkpoint is of another log')
  const bytes = hashes.map((hash) => Buffer.from(hash, 'base64'))
  const proved = rootOf(Buffer.from(leaf), Number(index.slice(6)), Number(size), bytes)
  if (proved.toString('base64') !== root) throw new Error('the event is not the one that was sealed')
}

function checkLines(lines, givenKey) {
  const faults = []
  let [vkey, streams, digest] = [givenKey, undefined, undefined]
  let isSigned = false
  for (const [nth, bytes] of lines.entries()) {
    const text = bytes.toString()
    try {
      const { line, sha256: said } = JSON.parse(text)
      // Some changed bytes decode to the same text, because each that is no UTF-8 becomes U+FFFD.
      if (hex(line) !== said || !Buffer.from(JSON.stringify({ line, sha256: said })).equals(bytes))
        throw new Error('a byte of it was changed')
      const content = JSON.parse(line)
      if (nth === 0) [vkey, streams] = [vkey ?? content.vkey, content.streams]
      else if (content.signature !== undefined) {
        const [, , count, all] = openNote(content.signature, vkey).split('\n')
        if (Number(count) !== nth || all !== digest)
          throw new Error('lines before it were changed, added or removed')
        isSigned = nth === lines.length - 1
      } else {
        const isOther = streams?.includes(JSON.parse(content.leaf).stream) === false
        if (isOther) throw new Error('it is of another stream')
        checkProof(content, vkey)
      }
    } catch (error) {
      faults.push(`line ${nth + 1}: ${error.message}`)
    }
    digest = digest === undefined ? hex(`${text}\n`) : hex(digest + hex(`${text}\n`))
  }
  return isSigned || faults.length > 0 ? faults : ['the file has no signature at its end']
}

const [, , file, givenKey] = process.argv
if (file === undefined) throw new Error('Name the file: node check-expediente.mjs FILE [VERIFIER-KEY]')
const bytesOf = (line) => Buffer.from(line, 'latin1')
const lines = readFileSync(file, 'latin1').split('\n').map(bytesOf)
const isEnded = lines.pop().length === 0
const faults = checkLines(lines, givenKey)
if (!isEnded) faults.push(`line ${lines.length + 1}: it does not end`)
for (const fault of faults) console.log(fault)
if (faults.length === 0)
  console.log(
    `${lines.length - 2} events, each as it was sealed${givenKey ? '' : ', by the key that the file names'}.`,
  )
process.exit(faults.length === 0 ? 0 : 1)

import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { refusalBody } from '@app/contracts/refusals.ts'
import { plain } from '@app/images/testing/sample-pictures.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { createUploads } from '../../../tests/support/api/test-uploads.ts'

const api = useTestApi({ uploadPace: { windowMs: 1_000, bytesMin: 1_000, msMax: 20_000 } })
const uploads = createUploads(api)

/** All that is answered to an upload that sends a byte now and then, until the connection is closed. */
function trickled(profileId: string, token: string): Promise<string> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  const head = [
    `POST /api/upload/profile-image/${profileId} HTTP/1.1`,
    `Host: ${new URL(api.url).host}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 1000000',
  ]
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}`)
  const drip = setInterval(() => socket.write('x'), 100)
  return new Promise((resolve) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (said: string) => (text += said))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(drip)
      resolve(text)
    })
  })
}

test('an upload that trickles is refused in a sentence, its connection closed, and its slot freed [LIM-8]', async () => {
  const { profile, owner } = api
  const answers = await Promise.all([1, 2].map(() => trickled(profile.id, owner.token)))
  for (const answer of answers) {
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 408 [^]*connection: close/i)
    expect(refusalBody.parse(JSON.parse(body))).toEqual({
      code: 'too-slow',
      detail: 'La imagen llega demasiado lento. Revisa tu conexión e inténtalo de nuevo.',
    })
  }
  expect((await uploads.send({ profileId: profile.id, file: await plain('#112233') })).status).toBe(200)
})

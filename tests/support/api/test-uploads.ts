import { request, type ClientRequest } from 'node:http'
import type { ImageKind } from '@app/contracts/profiles.ts'
import type { TestApi } from './test-api.ts'

interface Upload {
  readonly kind?: ImageKind
  readonly profileId: string
  readonly file: Buffer
  /** The owner's, unless another is named. */
  readonly token?: string
  readonly field?: string
  readonly fileName?: string
  readonly fileType?: string
}

interface Announced {
  readonly profileId: string
  readonly token: string | undefined
}

const ANSWER_MS_MAX = 30_000

export function createUploads(api: TestApi) {
  /** Like a browser's form. */
  const send = ({ kind = 'profile-image', profileId, file, token, ...form }: Upload) => {
    const { field = 'file', fileName = 'foto.jpg', fileType = 'image/jpeg' } = form
    const body = new FormData()
    body.append(field, new Blob([new Uint8Array(file)], { type: fileType }), fileName)
    return api.call(`/api/upload/${kind}/${profileId}`, {
      method: 'POST',
      body,
      token: token ?? api.owner.token,
    })
  }
  return {
    send,
    /** Sends it, and answers what it is called from then on. */
    ref: async (upload: Upload) => {
      const response = await send(upload)
      const text = await response.text()
      if (response.status !== 200) throw new Error(`upload refused: ${response.status} ${text}`)
      return (JSON.parse(text) as { ref: string }).ref
    },
    /** It is pending until it is aborted. */
    begun: (upload: Announced) => {
      const asked = headOf(api, { ...upload, bytes: 1_000 })
      asked.on('error', () => undefined)
      return { goAway: () => void asked.destroy() }
    },
    /** Announces a body, and sends none of it. */
    onlyHeadOf: (upload: Announced & { readonly bytes: number }) =>
      new Promise<{ readonly status: number | undefined; readonly body: string }>((resolve, reject) => {
        const asked = headOf(api, upload)
        asked.once('timeout', () => asked.destroy(new Error('no answer before the body was sent')))
        asked.once('error', reject)
        asked.once('response', (response) => {
          let body = ''
          response.setEncoding('utf8').on('data', (part: string) => (body += part))
          response.once('end', () => {
            resolve({ status: response.statusCode, body })
            asked.destroy()
          })
        })
      }),
  }
}

function headOf(
  api: TestApi,
  { profileId, token, bytes }: Announced & { readonly bytes: number },
): ClientRequest {
  const asked = request(`${api.url}/api/upload/profile-image/${profileId}`, {
    method: 'POST',
    agent: false,
    timeout: ANSWER_MS_MAX,
    headers: {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': bytes,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  })
  asked.flushHeaders()
  return asked
}

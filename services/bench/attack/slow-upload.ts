import { request } from 'node:http'

const DRIP_MS = 100
const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'

/** Uploads one byte every DRIP_MS. @returns the status; 0 if the upload ended without an answer */
export function slowUpload(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve) => {
    const upload = request(url, {
      method: 'POST',
      agent: false,
      headers: {
        ...headers,
        'Content-Type': 'multipart/form-data; boundary=b',
        'Content-Length': 1_000_000,
      },
    })
    upload.write(PART)
    const drip = setInterval(() => upload.write('x'), DRIP_MS)
    const end = (status: number): void => {
      clearInterval(drip)
      signal.removeEventListener('abort', giveUp)
      upload.destroy()
      resolve(status)
    }
    const giveUp = (): void => end(0)
    signal.addEventListener('abort', giveUp, { once: true })
    upload.once('error', giveUp)
    upload.once('response', (response) => end(response.statusCode ?? 0))
  })
}

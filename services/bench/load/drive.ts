import autocannon from 'autocannon'

export interface Drive {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly nextBody: () => string
  readonly nextPath?: () => string
  readonly connections: number
  /** A number and not a time, so that no request is open at the end. */
  readonly requests: number
}

export interface Driven {
  readonly acknowledged: number
  readonly seconds: number
}

const nextOf = ({ nextBody, nextPath }: Pick<Drive, 'nextBody' | 'nextPath'>) =>
  nextPath === undefined ? { body: nextBody() } : { body: nextBody(), path: nextPath() }

/** Each connection sends when its last request is answered. @throws Error unless every answer is 2xx */
export async function drive({ url, headers, connections, requests, ...each }: Drive): Promise<Driven> {
  const startedMs = performance.now()
  let lastMs = startedMs
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections,
      amount: requests,
      headers: { ...headers },
      requests: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...nextOf(each) }) }],
    }
    const running = autocannon(options, (error: Error | null, done) => {
      if (error === null) resolve(done)
      else reject(error)
    })
    running.on('response', () => {
      lastMs = performance.now()
    })
  })
  const acknowledged = result['2xx']
  if (acknowledged !== requests || result.errors > 0) {
    const codes = JSON.stringify(result.statusCodeStats ?? {})
    throw new Error(
      `of ${requests} requests ${acknowledged} were acknowledged: ${result.errors} errors, ${codes}`,
    )
  }
  return { acknowledged, seconds: (lastMs - startedMs) / 1_000 }
}

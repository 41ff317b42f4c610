import autocannon from 'autocannon'

export interface Drive {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Called once a request. */
  readonly nextBody: () => string
  /** Where each request goes, when not all go to one place. */
  readonly nextPath?: () => string
  readonly connections: number
  /** Requests in all. By number, not by time: then none is under way when it ends, and each has its answer. */
  readonly requests: number
}

export interface Driven {
  /** Answered with 2xx. */
  readonly acknowledged: number
  /** From the first request to the last answer. */
  readonly seconds: number
}

const nextOf = ({ nextBody, nextPath }: Pick<Drive, 'nextBody' | 'nextPath'>) =>
  nextPath === undefined ? { body: nextBody() } : { body: nextBody(), path: nextPath() }

/** Sends POSTs over connections that are kept, each as soon as the one before is answered. @throws Error unless all are answered with 2xx */
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

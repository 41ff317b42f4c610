import type { Request, RequestHandler, Response } from 'express'
import { Refusal } from '@app/contracts/refusals.ts'

/** Reads the body by one of Express's parsers. @throws Refusal too-large, with this sentence */
export const readLimited = (
  request: Request,
  response: Response,
  { parser, tooLarge }: { readonly parser: RequestHandler; readonly tooLarge: string },
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    void parser(request, response, (error?: unknown) => {
      if (error === undefined) return resolve(request.body as unknown)
      const { type } = error as { readonly type?: string }
      reject(type === 'entity.too.large' ? new Refusal('too-large', tooLarge) : (error as Error))
    })
  })

import express, { type Request, type Response } from 'express'
import type { z } from 'zod'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { readLimited } from '../../http/limited-body.ts'

export type Fields = Readonly<Record<string, string>>

const FORM = {
  parser: express.raw({ type: 'application/x-www-form-urlencoded', limit: LIMITS.bodyBytesMax }),
  tooLarge: REFUSALS['too-large'].detail,
}

/** The named fields as they were typed; empty where they are missing, or the body is of another type. */
export async function readFields(
  request: Request,
  response: Response,
  names: readonly string[],
): Promise<Fields> {
  const body = await readLimited(request, response, FORM)
  const sent = new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '')
  return Object.fromEntries(names.map((name) => [name, sent.get(name) ?? '']))
}

export type ReadForm<Body> = { readonly body: Body } | { readonly faults: Fields }

/** @returns the first fault of each field that is at fault */
export function readForm<Schema extends z.ZodType>(
  schema: Schema,
  fields: Fields,
): ReadForm<z.infer<Schema>> {
  const result = schema.safeParse(fields)
  if (result.success) return { body: result.data }
  const faults = new Map<string, string>()
  for (const { path, message } of result.error.issues) {
    const field = path.join('.')
    if (!faults.has(field)) faults.set(field, message)
  }
  return { faults: Object.fromEntries(faults) }
}

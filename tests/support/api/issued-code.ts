import { postAdminCodes } from '@app/contracts/codes.ts'
import type { TestApi } from './test-api.ts'

/** A card's code, new each time. */
export async function issuedCode({ post, admin }: TestApi, body: object = {}): Promise<string> {
  const response = await post('/api/admin/activation-codes', body, { token: admin.token })
  return postAdminCodes.answer.parse(await response.json()).codes[0]!
}

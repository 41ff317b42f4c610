import { randomBytes, randomInt } from 'node:crypto'
import type { Settings } from '@app/settings/settings.ts'
import { issueCodes } from '@app/processes/accounts/issue-code.ts'
import { unusedCodes } from '@app/processes/accounts/unused-codes.ts'
import { createCodeSeals } from '@app/vault/seals/code-seals.ts'
import { STAFF } from '../on-account.ts'
import { withBackend, type Terminal } from '../ops-session.ts'

export async function codesCommand(
  settings: Settings,
  terminal: Terminal,
  wanted: { readonly count: number; readonly maxProfiles: number },
): Promise<number> {
  const codes = await withBackend(settings, terminal, (backend) => {
    const codeSeals = createCodeSeals(backend.idKeys, randomBytes)
    return issueCodes({ ...backend, codeSeals, below: (n) => randomInt(n) }, { ...wanted, actor: STAFF })
  })
  terminal.print(codes.join('\n'))
  return 0
}

export async function listCodesCommand(settings: Settings, terminal: Terminal): Promise<number> {
  await withBackend(settings, terminal, async ({ sealed, idKeys }) => {
    const codeSeals = createCodeSeals(idKeys, randomBytes)
    for await (const codes of unusedCodes({ sealed, codeSeals }))
      if (codes.length > 0) terminal.print(codes.join('\n'))
  })
  return 0
}

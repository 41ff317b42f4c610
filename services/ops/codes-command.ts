import { randomBytes, randomInt } from 'node:crypto'
import type { Settings } from '@app/outside/settings.ts'
import { issueCodes } from '@app/processes/issue-code.ts'
import { createCodeSeals } from '@app/vault/code-seals.ts'
import { STAFF } from './on-account.ts'
import { withBackend, type Terminal } from './session.ts'

/** Issues activation codes and prints them, one a line. */
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

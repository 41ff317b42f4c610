import { activationCodeStream } from '@app/contracts/codes.ts'
import { idBehind, rowModel, rowTable, type Fact, type RowOf } from '@app/services/kernel/models/row-model.ts'

/** `sealed_code` is the printed code as the log seals it. Instants are milliseconds since 1970. */
type CodeRow = RowOf<'read.codes'>

const UNUSED = { used_at: null, account_id: null }

function evolve(row: CodeRow | undefined, { key: id, atMs, event }: Fact): CodeRow {
  if (event.type === 'CodeIssued') {
    const { maxProfiles, sealedCode } = event.data
    return { id, sealed_code: sealedCode, max_profiles: maxProfiles, created_at: atMs, ...UNUSED }
  }
  if (row === undefined) throw new Error(`code: ${event.type} before CodeIssued`)
  switch (event.type) {
    case 'CodeRedeemed':
      return { ...row, used_at: atMs, account_id: event.data.accountId }
    case 'CodeReleased':
      return { ...row, ...UNUSED }
    default:
      throw new Error(`the read model of codes does not read ${event.type}`)
  }
}

export const codesModel = rowModel({
  name: 'codes',
  version: 3,
  handles: ['CodeIssued', 'CodeRedeemed', 'CodeReleased'],
  tables: [
    rowTable<CodeRow>({
      view: 'read.codes',
      key: 'id',
      indexes: [
        '(created_at, id)',
        '(created_at, id) where account_id is null',
        '(created_at, id) where account_id is not null',
        '(account_id) where account_id is not null',
      ],
      keyOf: idBehind(activationCodeStream('')),
      evolve,
    }),
  ],
})

import { z } from 'zod'
import { LIMITS } from '../../limits/limits.ts'
import { call } from '../call.ts'

const comprobante = z
  .object({
    comprobante: z.literal(1).meta({ description: 'Version of the format.' }),
    number: z.string(),
    written_at: z.iso.datetime(),
    subject: z.string().meta({
      description:
        'Whose: a stream. A visitor is named by an event of theirs, as their id proves who they are.',
    }),
    who: z
      .object({ name: z.string().nullable(), email: z.string().nullable() })
      .meta({ description: 'As the event holds it; the leaf has it as ciphertext.' }),
    consent: z.object({
      version: z.string(),
      template: z.string().meta({ description: 'As published, with a place for the owner’s name.' }),
      owner: z
        .string()
        .nullable()
        .meta({ description: 'As the card had it at that instant; null where it names none, or is erased.' }),
      text: z.string(),
      sha256: z.string().meta({ description: 'Of the text, hexadecimal.' }),
    }),
    accepted_at: z.iso.datetime(),
    screen: z.object({ title: z.string(), card: z.string().nullable() }),
    responsible: z.object({ name: z.string(), is_on_behalf: z.boolean() }),
    withdrawn: z.object({ how: z.enum(['cancelled', 'erased']), at: z.iso.datetime().nullable() }).nullable(),
    leaf: z.string().nullable().meta({
      description: 'The event as it is stored; null where it has the id of a visitor.',
    }),
    leaf_hash: z.string().meta({ description: 'What the tree has of the event (RFC 6962), base64.' }),
    proof: z.string().meta({ description: 'As https://c2sp.org/tlog-proof has it.' }),
    sealed_at: z.iso.datetime(),
    vkey: z.string(),
    signature: z.string().meta({ description: 'A signed note over the hash of everything above.' }),
  })
  .meta({ id: 'Comprobante' })
export type Comprobante = z.infer<typeof comprobante>

const subject = z.string().max(LIMITS.lineCharsMax)
const proof = {
  method: 'get',
  reads: ['visitors'],
  answer: comprobante,
} as const

const ofMailbox = {
  access: 'everyone',
  limit: { name: 'rights-read' },
  takes: ['Mailbox-Key'],
  params: z.object({ id: subject }),
  refusals: ['invalid-token', 'not-found'],
} as const
export const getMailboxProof = call({
  ...proof,
  ...ofMailbox,
  path: '/api/rights/mine/{id}/proof',
  summary: 'What proves which text was accepted for one thing of this mailbox, and when.',
})

const ofOwner = {
  access: 'activated',
  limit: { name: 'export-list' },
  params: z.object({ id: subject, subject }),
  refusals: ['not-found'],
} as const
export const getOwnersProof = call({
  ...proof,
  ...ofOwner,
  path: '/api/profile/{id}/people/{subject}/proof',
  summary: 'What proves which text a person accepted who left something on this card.',
})

const ofAdmin = {
  access: 'admin',
  limit: { name: 'export-list' },
  params: z.object({ subject }),
  refusals: ['not-found'],
} as const
export const getAdminProof = call({
  ...proof,
  ...ofAdmin,
  path: '/api/admin/people/{subject}/proof',
  summary: 'What proves which text a person accepted. The reading is recorded first.',
})

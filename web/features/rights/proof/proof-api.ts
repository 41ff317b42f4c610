import { getAdminProof, type Comprobante } from '@app/contracts/api/rights/evidence-calls.ts'
import { api } from '../../../app/api.ts'
import type { WantedProof } from './wanted-proof.ts'

const proofApi = api.injectEndpoints({
  endpoints: (build) => ({
    comprobante: build.query<Comprobante, WantedProof>({
      query: ({ url, mailboxKey }) => ({
        url,
        headers: mailboxKey === undefined ? {} : { 'mailbox-key': mailboxKey },
      }),
      transformResponse: (body) => getAdminProof.answer.parse(body),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useComprobanteQuery } = proofApi

import { readable } from '@app/contracts/fields/readable.ts'
import { partsOfWords } from '@app/processes/rights/receive-request.ts'
import type { ProfileRecord } from '@app/projections/profiles/queries.ts'
import type { ListedRequest } from '@app/projections/requests/queries.ts'

/** What the person wrote; empty where nothing was asked for, or its key is gone. */
export const wordsOfRequest = ({ words }: Pick<ListedRequest, 'words'>) => ({
  name: readable(words.name ?? ''),
  phone: words.phone ?? '',
  ...partsOfWords(readable(words.words ?? '')),
})

export const cardNameOf = ({ name, lastname, company, slug }: ProfileRecord['profile']): string =>
  `${name} ${lastname}`.trim() || company || slug

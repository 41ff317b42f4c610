import type { StoredEvent } from '@app/contracts/event-store.ts'

/** An event of a subscription in few words. */
export const lineOf = ({ type, data }: StoredEvent): string =>
  [type.replace('Reminder', ''), data['reminder'], data['reason'] ?? data['by'] ?? data['status']]
    .filter((word) => typeof word === 'string')
    .join(' ')

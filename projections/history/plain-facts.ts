import type { JsonObject } from '@app/contracts/event-store.ts'
import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import type { HistoryType } from '@app/contracts/audit/history-types.ts'

/**
 * The fields of each event that its row repeats: what a sentence needs, and neither a person's text nor a secret. Codes,
 * hashes, tokens and ids of credentials, mails and visitors are in no row.
 */
const TOLD: { readonly [Type in HistoryType]?: readonly string[] } = {
  AccountActivated: ['maxProfiles'],
  PasswordChanged: ['by'],
  ProfileLimitChanged: ['maxProfiles'],
  EmailChanged: ['by'],
  SessionsClosed: ['by'],
  CodeIssued: ['maxProfiles'],
  CodeRedeemed: ['accountId'],
  CodeReleased: ['accountId'],
  ProfileCreated: ['ownerId'],
  ProfileImageSet: ['kind'],
  ProfileImageRemoved: ['kind'],
  ProfileVersionRestored: ['version', 'at'],
  QuotationRequested: ['estimatedCards'],
  ReminderSendStarted: ['reminder'],
  ReminderSent: ['reminder'],
  ReminderSendFailed: ['reminder', 'isPermanent'],
  ReminderSendUncertain: ['reminder'],
  ReminderSkipped: ['reminder', 'reason'],
  ReminderConverted: ['how'],
  ReminderCancelled: ['by'],
  RequestReceived: ['kind', 'channel'],
  RequestConfirmed: ['by'],
  RequestDenied: ['by'],
  RequestProlonged: ['until'],
  RequestAnswered: ['outcome'],
  SubjectErased: ['reason'],
  ParkedEventSkipped: ['projection', 'position', 'reason'],
  ParkedEventsRetried: ['projection', 'position'],
  RebuildOrdered: ['projection', 'order', 'differing'],
}

/** A sentence tells the first of an hour's readings, and how many others there were. */
const READINGS_TOLD = 3

export function plainFactsOf({ type, data }: PastEvent): JsonObject {
  const told = TOLD[type as HistoryType] ?? []
  const facts = Object.fromEntries(
    Object.entries(data).filter(([field]) => told.includes(field)),
  ) as JsonObject
  if (type === 'HistoryRead') {
    const { filters, more = 0 } = data
    return {
      filters: filters.slice(0, READINGS_TOLD),
      more: Math.max(0, filters.length - READINGS_TOLD) + more,
    }
  }
  // Of whom, without their id.
  return type === 'SubjectErased' ||
    type === 'SubjectBlocked' ||
    type === 'SubjectUnblocked' ||
    type === 'PersonalDataShown'
    ? { ...facts, subject: data.subject.split('-')[0]! }
    : facts
}

import { expect } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { readRefusal } from './read-refusal.ts'

testTable([
  ['gone', '550-5.1.1 The email account that you tried to reach does not exist. 550 gsmtp'],
  ['gone', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
  ['gone', '550 RESOLVER.ADR.RecipNotFound; not found'],
  [
    'gone',
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [AM6EUR05FT.outlook.com]',
  ],
  ['gone', "554 delivery error: dd This user doesn't have a yahoo.com account (ana@yahoo.com) [0] - mta1"],
  ['gone', '550 5.1.0 <ana@x.cl>: Recipient address rejected: User unknown in relay recipient table'],
  ['gone', '550 No Such User Here'],
  ['gone', '550 Unrouteable address'],
  ['gone', '550 5.1.6 recipient no longer on server: ana@icloud.com'],
  ['gone', '550 El usuario no existe en este servidor'],
  ['gone', '550 <ana@x.cl> Usuario desconocido'],
  ['policy', '554 Message not allowed - [PH01] Email not accepted for policy reasons.'],
  ['policy', '550 relay not permitted'],
  ['policy', '550 Administrative prohibition'],
  ['policy', '550 High probability of spam'],
  ['policy', '550-Verification failed for <hola@t.cl> 550-No Such User Here 550 Sender verify failed'],
  ['policy', '550 5.1.0 <hola@t.cl>: Sender address rejected: User unknown in virtual mailbox table'],
  ['policy', '550 5.1.1 <ana@x.cl>: blocked using Spamhaus'],
  ['policy', '554 5.3.4 Message size exceeds fixed limit'],
  ['policy', '550 rejected: no DKIM signature'],
  ['policy', '550 PTR record does not exist for 1.2.3.4'],
  ['policy', '550 Your IP address does not exist in our allow list'],
  ['policy', '550 No existe registro inverso para 1.2.3.4'],
  ['other', '450 4.2.0 <ana@x.cl>: Recipient address rejected: Greylisted, see https://postgrey.example'],
  ['other', '451 4.7.1 Greylisting in action by policy, please come back later'],
  ['other', '550 5.1.1 Mailbox full'],
  ['other', '550 5.1.1 <ana@x.cl>: User is over quota'],
  ['other', '550 5.1.1 buzón lleno'],
  ['other', '550 Inbox is full: user not found'],
  ['policy', '550 5.7.1 Daily sending quota exceeded'],
  ['other', '550 5.2.1 The email account that you tried to reach is disabled.'],
  ['other', '450 5.1.1 no such user'],
  ['other', '550 Requested action not taken: mailbox unavailable'],
  ['other', '5.1.0 - Unknown address error 550-Message rejected'],
])('an answer is about a mailbox that does not exist, about this installation, or neither', (cause, answer) =>
  expect(readRefusal(answer).cause).toBe(cause),
)

testTable([
  [
    '5.1.0',
    'gone',
    "5.1.0 - Unknown address error 550-'5.1.1 <ana@x.cl>: rejected' (delivery attempts: 0)",
    '5.1.1',
  ],
  ['5.1.0', 'gone', '550-5.1.0 Address rejected 550 5.1.1 ana@x.cl', '5.1.1'],
  ['5.0.0', 'gone', '550 No Such User Here', '5.0.0'],
  ['5.1.1', 'policy', '550 rejected because 1.2.3.4 is in a black list', '5.1.1'],
  ['5.1.1', 'policy', '554 5.7.1 no', '5.7.1'],
  ['5.1.1', 'other', '552 5.2.2 full', '5.2.2'],
  ['4.4.7', 'other', '450 5.1.1 unknown', '4.4.7'],
] as const)(
  'a status beside the answer counts where the answer has no exact one',
  (field, cause, answer, status) => expect(readRefusal(answer, field)).toEqual({ cause, status }),
)

import { getAdminProof, getMailboxProof, getOwnersProof } from './evidence-calls.ts'
import {
  getMailboxCsv,
  getMailboxData,
  getMailboxJson,
  postBlockKept,
  postCloseMailbox,
  postCorrectKept,
  postEraseKept,
  postObjectMailbox,
  postOpenRightsLink,
  postRightsLink,
  postUnblockKept,
} from './mailbox-calls.ts'
import { getOwnerRequests, postConfirmRequest, postDenyRequest, postRightsRequest } from './request-calls.ts'

export const RIGHTS_CALLS = {
  postRightsLink,
  postOpenRightsLink,
  getMailboxData,
  getMailboxJson,
  getMailboxCsv,
  postCorrectKept,
  postEraseKept,
  postObjectMailbox,
  postBlockKept,
  postUnblockKept,
  postCloseMailbox,
  postRightsRequest,
  getOwnerRequests,
  postConfirmRequest,
  postDenyRequest,
  getMailboxProof,
  getOwnersProof,
  getAdminProof,
}

/** Ids as people and other programs may write them. */
export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** Ids as we write them: what differs in case alone is another text. */
export const LOWER_CASE_UUID = new RegExp(UUID.source)

export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** Version 8: made of a keyed hash, as the id of a visitor who sent none; other ids of visitors are their own. */
export const isOfHash = (id: string): boolean => id.charAt(14) === '8'
/** Lower case, as we write ids: they are compared as text. */
export const LOWER_CASE_UUID = new RegExp(UUID.source)

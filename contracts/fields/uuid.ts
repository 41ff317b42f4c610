export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** Lower case, as we write ids: they are compared as text. */
export const LOWER_CASE_UUID = new RegExp(UUID.source)

/**
 * The token of a mailed link without signs that were copied around it, or that a mail program took for its end.
 * @param chars of the whole token, each of base64url
 */
export const mailedToken = (text: string, chars: number): string | undefined =>
  new RegExp(`^[^\\w-]*([\\w-]{${chars}})(?![A-Za-z\\d])`).exec(text)?.[1]

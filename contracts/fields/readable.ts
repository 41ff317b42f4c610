/**
 * Invisible characters: of text direction, of no width, of hyphenation, fillers, tags. In a name they make it look like
 * another one, and reverse the text after it in a list or a vCard.
 */
const UNSEEN =
  /(?!\u200c|\u200d|\u200f|\ufe0e|\ufe0f|[\u{e0000}-\u{e0fff}])\p{Default_Ignorable_Code_Point}|(?<![\p{Script=Arabic}\p{Script=Hebrew}])\u200f|[\ufff9-\ufffb]/gu
/** They choose the look of an emoji, or of a Chinese character. */
const STRAY_SELECTOR = /(?<![\p{Emoji}])[\ufe0e\ufe0f]|(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]/gu
/** Letters of a flag's region follow the black flag, and end. */
const TAGS = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu
/** Joiners belong between parts of an emoji, and between letters of scripts that join them. */
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}'
const EMOJI_END = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f\\u20e3'
const STRAY_JOINER = new RegExp(
  `(?<=[${EMOJI_END}])\\u200d(?![\\p{Extended_Pictographic}])|(?<![${EMOJI_END}${JOINING}])[\\u200c\\u200d]|(?<=[${EMOJI_END}])\\u200c|(?<=[${JOINING}])[\\u200c\\u200d](?![${JOINING}])`,
  'gu',
)

/** The one rule for names and free text: no invisible characters, except those that shape an emoji or a script. */
export const readable = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(TAGS, (_all, flag: string | undefined) => flag ?? '')
    .replace(STRAY_SELECTOR, '')
    .replace(STRAY_JOINER, '')

import type { SourceFile } from '../support/source-files.ts'

/**
 * Tests of lost, doubled or different facts have the tag `facts` on top of their file: if one of them
 * fails, `scripts/test-again.mjs` never runs it again.
 */

const MARK = /^\/\/ @module-tag facts$/m

/** Kills, truth, erasures, read models, reactions, stores: by the names of folders and files. */
const PLACES = [
  /^tests\/(?:erasure|kills|truth)\//,
  /^projections\/.*\.pg\./,
  /^services\/processes\//,
  /^services\/event-store\/.*(?:-store|uniqueness)\.(?:\w+\.)?test\./,
  /^(?:services|tests)\/.*(?:eras|idempotency|interleaving|kill|lost-|races|recovery|restored|together)[\w-]*\.(?:\w+\.)?test\./,
]
/** Races that are more than an order of promises. */
const WITH_OTHERS = /\.(?:long|pg|server)\.test\./
/** Signs of tests of races, and of acknowledged facts. */
const MEANS = /\b(?:waitsForLock|dyingAfter|holdCheckpoints|acknowledged)\b|fc\.scheduler/
const TITLE =
  /\btest(?:\.\w+)*(?:\([^'"`\n]*\))?\(\s*['"`][^\n]*\b(?:at the same time|concurrent\w*|races?|rivals?)\b/

export const isMarked = ({ text }: SourceFile): boolean => MARK.test(text)

export const isAboutFacts = ({ path, text }: SourceFile): boolean =>
  !/^(?:web|tests\/code)\//.test(path) &&
  (PLACES.some((place) => place.test(path)) ||
    MEANS.test(text) ||
    (WITH_OTHERS.test(path) && TITLE.test(text)))

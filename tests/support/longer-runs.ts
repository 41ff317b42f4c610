/** `npm run test:long` runs the files that import this once more, with longer counts. */
export const isLong = process.env.TEST_LANE === 'long'

/** `npm run test:long` runs the files that import this once more, with longer counts; `test:screens` those of the browser. */
export const isLong = ['long', 'screens'].includes(process.env.TEST_LANE ?? '')

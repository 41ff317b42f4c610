/** `npm run test:long` runs the files that import this once more, with longer counts; `test:screens` those of the browser. */
export const isLong = ['long', 'screens'].includes(process.env.TEST_LANE ?? '')

/** How often a property is tried: each time in the long lane, a fifth elsewhere. */
export const runs = (all: number): number => (isLong ? all : Math.ceil(all / 5))

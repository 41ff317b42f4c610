/** Causes were kept with the values that they quoted, which no erasure reached. */
export default `
update projection.parked set error = 'parked before causes were kept without values'
where error <> 'waits behind a parked event of the same subject';
`

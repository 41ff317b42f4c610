/** Removes causes of parked events that quoted values, because no erasure reached them. */
export default `
update projection.parked set error = 'parked before causes were kept without values'
where error <> 'waits behind a parked event of the same subject';
`

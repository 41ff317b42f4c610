/** A call derives its ids from the Idempotency-Key, so a repetition finds what was made, without a stored answer. */
export default `
set local role svc_owner;
drop table vault.kept_answers;
delete from vault.id_keys where name in ('kept-answer-hashes', 'kept-answers');
reset role;
`

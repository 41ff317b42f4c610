/** What a call makes has ids of its Idempotency-Key, so a repeated call finds it and needs no stored answer. */
export default `
set local role svc_owner;
drop table vault.kept_answers;
delete from vault.id_keys where name in ('kept-answer-hashes', 'kept-answers');
reset role;
`

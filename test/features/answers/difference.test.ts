import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnswerEntry } from '../../../src/features/answers/answer-corpus.ts';
import { lacksOneOfTwo } from '../../../src/features/answers/difference.ts';

const entry: AnswerEntry = {
  slug: 'what-is-agent-authored',
  topic: 'agents',
  question: 'What is the difference between agent-authored and agent-assisted?',
  answer: "A commit by an agent's own account, and one by a person that names an agent.",
  url: 'http://signals.example.org/answers/what-is-agent-authored',
  source: 'faq',
  facts: [],
  related: [],
};

describe('a question how two things differ', () => {
  it('has no answer in an entry that speaks of one of them only', () => {
    assert.ok(lacksOneOfTwo('difference between agent share and bulk share', entry));
    assert.ok(lacksOneOfTwo('How is an agent different from a robot?', entry));
  });

  it('has one in an entry that speaks of both, as any other question may', () => {
    assert.ok(!lacksOneOfTwo('difference between agent-authored and agent-assisted?', entry));
    assert.ok(!lacksOneOfTwo('What is agent-authored?', entry));
    assert.ok(!lacksOneOfTwo('', entry));
    assert.ok(
      !lacksOneOfTwo('difference between agentShare and an agent', entry),
      'a field’s name',
    );
  });
});

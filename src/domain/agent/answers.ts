// Questions to a person and what is stored of the answers, for both agents (docs/design/agent.md R4).
import { firstTexts, type Blackboard } from './memory.js';

type Answer = Blackboard['questions'][number];

const maxQuestions = 10;

/** What PENDING asks: the questions, or the comment if there are none. */
export function questionsOf({ questions, comment }: { readonly questions: readonly string[]; readonly comment: string }): readonly string[] {
  return firstTexts(questions.length > 0 ? questions : [comment || 'What should I do next?'], maxQuestions);
}

/** One answer per question, in order; a blank one stores nothing. */
export function givenAnswers(questions: readonly string[], answers: readonly string[]): readonly Answer[] {
  return answers
    .map((answer, index) => ({ question: questions[index] ?? questions[0] ?? '', answer: answer.trim() }))
    .filter(({ answer }) => answer !== '');
}

/** Stored when nobody is asked or nobody answers, so that later prompts say so. */
export function missingAnswers(questions: readonly string[], why: string): readonly Answer[] {
  return questions.map((question) => ({ question, answer: `No answer is available (${why}); use your best judgement.` }));
}

import { NO_TANGENT, roleOf } from '../../fixtures/provider/by-role.ts';
import { createProviderDouble } from '../../fixtures/provider/provider-double.ts';
import { say } from '../../fixtures/provider/script.ts';
import { machineMicroseconds } from './clock.ts';
import { serveMeter } from './metered-process.ts';
import { stampedChunk } from './script.ts';

/**
 * A provider of models as a separate process that answers at once. The evaluator and the detector find nothing. The
 * tutor's first words contain the time of the evaluator's last answer, the strategist's the time of its request.
 */
const nothing = JSON.stringify({ points: [], recalledPointIds: [], feedback: 'Nothing of it was said.' });
let evaluated = 0;

const double = await createProviderDouble({
  answer(request) {
    if (roleOf(request) === 'detector') return say(NO_TANGENT);
    if (roleOf(request) === 'titler') return say('What sources share');
    if (roleOf(request) === 'strategist') return say(stampedChunk(machineMicroseconds(), 0), ' It depends.');
    // The first piece ends the first sentence, because Warren shows a tutor's reply by sentences.
    if (request.isStreamed) return say(`What else? Read at ${stampedChunk(evaluated, 0)}.`, ' Say a little more.');
    evaluated = machineMicroseconds();
    return say(nothing);
  },
});
serveMeter(double);

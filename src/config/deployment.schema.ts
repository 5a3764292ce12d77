// Names of deployments and of their versions.
import { z } from 'zod';
import { isDeploymentWord, deploymentWordForm } from '../domain/text/deployment-word.js';
import { textAs } from './text-as.schema.js';

const deploymentWord = textAs(isDeploymentWord, `expected ${deploymentWordForm}`);

export const deploymentSchema = z
  .strictObject({
    name: deploymentWord.default('steadyhand').describe('The deployment that workers are a version of ([upgrade](production.md#upgrade)).'),
    buildId: deploymentWord.optional().describe('Their version, such as `0.2.0`. Without it they have none.'),
  })
  .readonly();
